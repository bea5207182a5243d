# find_package(mtlb): the program MTLB_EXECUTABLE, its version mtlb_VERSION, and
#
#   mtlb_add_metallib(TARGET SOURCES FILE... [OUTPUT FILE] [PLATFORM NAME] [MIN_OS VERSION] [OPTIONS WORD...] [ALL])
#
# TARGET builds a library of the SOURCES (.air, .ll, .a, .metallib and whatever else `mtlb link` takes; paths as in
# add_custom_command) and is built by default with ALL. OUTPUT: default TARGET.metallib in the current binary directory.
# OPTIONS: more words for `mtlb link`. The target's property MTLB_LIBRARY is the path of the library. Sources made by
# other commands are built first, and a build without changes runs nothing: mtlb writes what the library depends on.

include("${CMAKE_CURRENT_LIST_DIR}/mtlbProgram.cmake")

set(mtlb_FOUND TRUE)
if(NOT MTLB_EXECUTABLE)
  set(mtlb_FOUND FALSE)
  set(mtlb_NOT_FOUND_MESSAGE "the program mtlb was not found: set MTLB_EXECUTABLE, or install mtlb with pip")
  return()
endif()

function(mtlb_add_metallib target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL" "OUTPUT;PLATFORM;MIN_OS" "SOURCES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mtlb_add_metallib(${target}): unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "mtlb_add_metallib(${target}): there are no SOURCES")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "mtlb_add_metallib(${target}): no value for: ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  set(inputs "")
  foreach(source IN LISTS arg_SOURCES)
    if(source MATCHES "\\.metal$")
      message(FATAL_ERROR
        "mtlb_add_metallib(${target}): ${source} is Metal source: compile it to .air first, mtlb has no Metal compiler")
    endif()
    if(NOT IS_ABSOLUTE "${source}" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
      set(source "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
    elseif(NOT IS_ABSOLUTE "${source}")
      set(source "${CMAKE_CURRENT_BINARY_DIR}/${source}")
    endif()
    list(APPEND inputs "${source}")
  endforeach()
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${target}.metallib")
  endif()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_filename_component(directory "${output}" DIRECTORY)
  set(words "")
  if(arg_PLATFORM)
    list(APPEND words --platform "${arg_PLATFORM}")
  endif()
  if(arg_MIN_OS)
    list(APPEND words --min-os "${arg_MIN_OS}")
  endif()
  set(all "")
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${directory}"
    COMMAND "${MTLB_EXECUTABLE}" link --quiet ${inputs} ${words} ${arg_OPTIONS} -o "${output}" --depfile "${output}.d"
    DEPENDS ${inputs}
    DEPFILE "${output}.d"
    COMMENT "Linking ${arg_OUTPUT}"
    COMMAND_EXPAND_LISTS
    VERBATIM)
  add_custom_target(${target} ${all} DEPENDS "${output}")
  set_target_properties(${target} PROPERTIES MTLB_LIBRARY "${output}")
endfunction()
