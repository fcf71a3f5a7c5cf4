// main() of test programs with golden outputs: knows --update-golden beside GoogleTest's flags.
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/golden.h"

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update-golden") treering::testing::set_update_golden(true);
  }
  return RUN_ALL_TESTS();
}
