# Defines build_lib() and build_lib_example() with ns-3's signatures for an installed ns-3.

set(INC_STANDALONE ON)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_package(ns3 REQUIRED)
include(GNUInstallDirs)

# ns-3 3.46 and later need C++23, but the headers of 3.37 do not compile as C++20, so the version
# decides.
if(NOT CMAKE_CXX_STANDARD)
  if(ns3_VERSION VERSION_GREATER_EQUAL 3.46)
    set(CMAKE_CXX_STANDARD 23)
  else()
    set(CMAKE_CXX_STANDARD 17)
  endif()
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_compile_options(-Wall -Wextra -Wno-unused-parameter)
# Debian's ns-3 has logs, but its CMake files do not say so.
option(INC_LOGS "Compile NS_LOG statements" ON)
if(INC_LOGS)
  add_compile_definitions(NS3_LOG_ENABLE)
endif()
# Nobody replaces functions of the library at load time, so the compiler may inline them within it.
add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)

option(INC_TESTS "Build the tests, which want GoogleTest" ON)
option(INC_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(INC_FUZZ "Likewise, for inc-fuzz alone, with clang's libFuzzer" OFF)
if(INC_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(INC_SANITIZE OR INC_FUZZ)
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -g1")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
  # With null-pointer checks, GCC 12 does not accept the address of a member as a constant. A null
  # pointer ends a program without these checks, too.
  add_compile_options(
    $<$<CXX_COMPILER_ID:GNU>:-fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute>)
endif()

# Of the options that -O3 adds to -O2, only vectorisation helps, in loops over tensors. The others
# would lengthen a first build by a sixth.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -ftree-vectorize -fvect-cost-model=dynamic -DNDEBUG")
  # Code of these rooms reads, prepares and reports, and works only once in a simulation, so little
  # optimisation suffices. Their objects are linked last: if a template's function is also in
  # another object, the linker takes that optimised copy.
  if(CMAKE_BUILD_TYPE STREQUAL Release AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.21)
    set(inc_rooms_of_once "^src/(sim|helper|text|topology|planned|workload|network)/")
    set(inc_flags_of_once -Og -finline-functions-called-once -Wno-maybe-uninitialized)
  endif()
endif()

if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(INC_LAUNCHER_GIVEN ON)
endif()
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Imported targets are ns3::libcore up to 3.42 and ns3::core from 3.43; ${libcore} is either.
foreach(module core network internet applications point-to-point nix-vector-routing csma)
  if(TARGET ns3::lib${module})
    set(lib${module} ns3::lib${module})
  elseif(TARGET ns3::${module})
    set(lib${module} ns3::${module})
  endif()
endforeach()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

# `./inc build` builds this target: the library and every program, no tests.
add_custom_target(inc-programs)

# Takes the arguments of ns-3's macro of this name. inc-standalone-programs.cmake makes programs of
# TEST_SOURCES.
function(build_lib)
  cmake_parse_arguments(BLIB "" "LIBNAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
  # Both builds include headers as "ns3/inc-foo.h". The path is relative so that a compiler cache
  # serves more than one checkout.
  set(include_dir ${CMAKE_BINARY_DIR}/include)
  foreach(header ${BLIB_HEADER_FILES})
    get_filename_component(name ${header} NAME)
    file(RELATIVE_PATH path ${include_dir}/ns3 ${CMAKE_CURRENT_SOURCE_DIR}/${header})
    file(GENERATE OUTPUT ${include_dir}/ns3/${name} CONTENT "#include \"${path}\"\n")
    string(APPEND all_headers "#include \"ns3/${name}\"\n")
  endforeach()
  # Generate inc-module.h, which includes all headers, for scripts; ns-3's own build makes it too.
  file(GENERATE OUTPUT ${include_dir}/ns3/${BLIB_LIBNAME}-module.h CONTENT "${all_headers}")
  set(objects)
  if(inc_rooms_of_once)
    set(sources_of_once ${BLIB_SOURCE_FILES})
    list(FILTER sources_of_once INCLUDE REGEX "${inc_rooms_of_once}")
    list(FILTER BLIB_SOURCE_FILES EXCLUDE REGEX "${inc_rooms_of_once}")
    add_library(${BLIB_LIBNAME}-once OBJECT ${sources_of_once})
    target_compile_options(${BLIB_LIBNAME}-once PRIVATE ${inc_flags_of_once})
    target_include_directories(${BLIB_LIBNAME}-once PRIVATE ${include_dir})
    target_link_libraries(${BLIB_LIBNAME}-once PRIVATE ${BLIB_LIBRARIES_TO_LINK})
    set(objects $<TARGET_OBJECTS:${BLIB_LIBNAME}-once>)
  endif()
  add_library(${BLIB_LIBNAME} SHARED ${BLIB_SOURCE_FILES})
  set_target_properties(${BLIB_LIBNAME} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${BLIB_LIBNAME} PUBLIC $<BUILD_INTERFACE:${include_dir}>
                                                    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${BLIB_LIBNAME} PRIVATE ${objects} PUBLIC ${BLIB_LIBRARIES_TO_LINK})
endfunction()

function(build_lib_example)
  cmake_parse_arguments(BEX "" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN})
  add_executable(${BEX_NAME} ${BEX_SOURCE_FILES})
  target_link_libraries(${BEX_NAME} PRIVATE ${BEX_LIBRARIES_TO_LINK})
  add_dependencies(inc-programs ${BEX_NAME})
endfunction()
