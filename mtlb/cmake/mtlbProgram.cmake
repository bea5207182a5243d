# MTLB_EXECUTABLE and mtlb_VERSION. This file lies in share/cmake/mtlb of an environment, or in the Python package.
find_program(MTLB_EXECUTABLE mtlb
  HINTS
    "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
    "${CMAKE_CURRENT_LIST_DIR}/../../../Scripts"
    "${CMAKE_CURRENT_LIST_DIR}/../../../../../bin"
    "${CMAKE_CURRENT_LIST_DIR}/../../../../Scripts"
  DOC "The program mtlb")
set(mtlb_VERSION "")
if(MTLB_EXECUTABLE)
  execute_process(
    COMMAND "${MTLB_EXECUTABLE}" --version
    OUTPUT_VARIABLE _mtlb_version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(_mtlb_version MATCHES "^mtlb ([0-9]+\\.[0-9]+\\.[0-9]+)")
    set(mtlb_VERSION "${CMAKE_MATCH_1}")
  endif()
endif()
