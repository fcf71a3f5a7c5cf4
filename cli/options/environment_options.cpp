#include "cli/options/environment_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/fit_text.h"
#include "core/text/quote.h"
#include "hw/world/real/process_environment.h"

namespace treering::cli {
namespace {

using sim::job::Assignment;
using sim::job::Origin;

std::string text_of(const Assignment& one) {
  return fmt::format("{}={}", one.name, one.value);
}

std::string text_of(const Variables& variables) {
  std::vector<std::string> texts;
  for (const Assignment& one : variables) texts.push_back(text_of(one));
  return fmt::format("{}", fmt::join(texts, " "));
}

core::Result<Assignment> parse_assignment(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0) {
    return core::usage_error("--env", fmt::format("'{}' gives no variable a value", text),
                             "expected NAME=VALUE", "write it like NCCL_ALGO=ring");
  }
  if (auto fit = core::check_fit(text, "--env"); !fit) {
    return core::usage_error("--env", fit.error().found, fit.error().expected);
  }
  return Assignment{text.substr(0, sign), text.substr(sign + 1), Origin::Option};
}

}  // namespace

core::Result<Variables> given_variables(const Arguments& arguments) {
  Variables given;
  if (arguments.has("env-from-process")) {
    for (const auto& [name, value] : hw::world::real::process_variables("NCCL_")) {
      given.push_back({core::printable(name), core::printable(value), Origin::Process});
    }
  }
  for (const std::string& text : arguments.all_values("env")) {
    auto assignment = parse_assignment(text);
    if (!assignment) return core::fail(assignment.error());
    given.push_back(*std::move(assignment));
  }
  return given;
}

core::Result<sim::job::Environment> read_environment_options(
    const Arguments& arguments, const sim::nccl::versions::Version& version) {
  const auto given = given_variables(arguments);
  if (!given) return core::fail(given.error());
  return sim::job::read_environment(*given, version);
}

std::string settings_line(const Variables& variables) {
  return variables.empty() ? "" : fmt::format("# settings: {}\n", text_of(variables));
}

std::string settings_suffix(const Variables& variables) {
  return variables.empty() ? "" : fmt::format(", with {}", text_of(variables));
}

nlohmann::ordered_json environment_json(const Variables& variables) {
  auto json = nlohmann::ordered_json::object();
  for (const Assignment& one : variables) json[one.name] = one.value;
  return json;
}

std::string nothing_left_text(const Variables& variables) {
  std::vector<std::string> texts;
  for (const Assignment& one : variables) {
    if (one.name == "NCCL_ALGO" || one.name == "NCCL_PROTO") texts.push_back(text_of(one));
  }
  return fmt::format("{} {} nothing to choose from", fmt::join(texts, " and "),
                     texts.size() == 1 ? "leaves" : "leave");
}

}  // namespace treering::cli
