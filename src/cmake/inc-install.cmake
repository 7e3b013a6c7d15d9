# cmake --install copies the public headers, the library, a CMake package (find_package(inc), target
# inc::inc) and a pkg-config file, which is called ns3-inc as for ns-3's own modules.

include(CMakePackageConfigHelpers)

set(inc_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/inc)
set(inc_generated ${CMAKE_BINARY_DIR}/install)

install(TARGETS inc EXPORT incTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(header ${inc_headers})
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/include/ns3/inc-module.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)

install(EXPORT incTargets NAMESPACE inc:: DESTINATION ${inc_package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/inc-config.cmake.in
                              ${inc_generated}/inc-config.cmake
                              INSTALL_DESTINATION ${inc_package_dir})
write_basic_package_version_file(${inc_generated}/inc-config-version.cmake
                                 VERSION ${inc_version} COMPATIBILITY SameMinorVersion)
install(FILES ${inc_generated}/inc-config.cmake ${inc_generated}/inc-config-version.cmake
        DESTINATION ${inc_package_dir})

# A relative path lets the user choose the prefix at installation.
file(RELATIVE_PATH inc_includes_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig
     /${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${CMAKE_CURRENT_LIST_DIR}/ns3-inc.pc.in ${inc_generated}/ns3-inc.pc @ONLY)
install(FILES ${inc_generated}/ns3-inc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
