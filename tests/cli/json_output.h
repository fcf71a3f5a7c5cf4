// JSON that treering prints, for tests.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace treering::cli {

/// What `line` prints with --format json.
nlohmann::json printed_json(const std::string& line);

void expect_members(const nlohmann::json& object, std::initializer_list<std::string_view> names);

}  // namespace treering::cli
