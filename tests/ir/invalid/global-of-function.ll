; LLVM's parser: functions are not values, refer to them as pointers
@g = global void () undef
