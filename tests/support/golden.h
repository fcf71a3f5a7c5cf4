// Outputs kept under tests/golden. Run the test program with --update-golden to refresh them, and
// explain the difference in the commit.
#pragma once

#include <string>

namespace treering::testing {

/// Fails where `text` differs from tests/golden/NAME, naming the first line that does.
void expect_golden(const std::string& name, const std::string& text);

/// Whether the program was started with --update-golden; set by tests/cli/main.cpp.
void set_update_golden(bool is_update);

}  // namespace treering::testing
