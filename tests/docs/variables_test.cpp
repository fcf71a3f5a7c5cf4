// docs/environment.md lists NCCL's variables as the program knows them.
#include "sim/job/variables.h"

#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace treering {
namespace variables_test {

TEST(EnvironmentDocument, ListsEveryVariableThatIsFollowed) {
  std::ifstream file("docs/environment.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const sim::job::Variable& one : sim::job::all_variables()) {
    const std::string row =
        fmt::format("| `{}` | {} | {} | {} |\n", one.name, one.takes, one.changes, one.source);
    EXPECT_NE(text.find(row), std::string::npos) << "missing:\n" << row;
  }
}

}  // namespace variables_test
}  // namespace treering
