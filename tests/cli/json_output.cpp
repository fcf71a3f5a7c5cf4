#include "tests/cli/json_output.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace treering::cli {

nlohmann::json printed_json(const std::string& line) {
  const Outcome outcome = run(line + " --format json");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

void expect_members(const nlohmann::json& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    EXPECT_TRUE(object.contains(std::string(name))) << name << " missing in " << object.dump();
  }
}

}  // namespace treering::cli
