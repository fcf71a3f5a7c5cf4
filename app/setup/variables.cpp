#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/setup.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/quote.h"
#include "hw/world/real/posix.h"
#include "sim/nccl/versions/version.h"

namespace treering::app::setup {
namespace {

using sim::job::Assignment;
using sim::job::Origin;

core::Result<Assignment> parse_assignment(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0) {
    return core::usage_error(core::field("env"), fmt::format("'{}' assigns no variable", text),
                             "expected NAME=VALUE", "write it like NCCL_ALGO=ring");
  }
  if (auto fit = core::check_printable(text, core::field("env")); !fit) {
    return core::usage_error(core::field("env"), fit.error().found, fit.error().expected);
  }
  return Assignment{text.substr(0, sign), text.substr(sign + 1), Origin::Option};
}

}  // namespace

core::Result<Variables> given_variables(const VariablesRequest& request) {
  Variables given;
  if (request.env_from_process) {
    for (const auto& [name, value] : hw::world::real::process_variables("NCCL_")) {
      given.push_back({core::printable(name), core::printable(value), Origin::Process});
    }
  }
  for (const std::string& text : request.env) {
    auto assignment = parse_assignment(text);
    if (!assignment) return core::fail(assignment.error());
    given.push_back(*std::move(assignment));
  }
  std::erase_if(given, [&](const Assignment& one) {
    return std::ranges::find(request.left_out, one.name) != request.left_out.end();
  });
  return given;
}

core::Result<void> check_variables(const VariablesRequest& request,
                                   const std::optional<std::string>& nccl) {
  const auto* const version = sim::nccl::versions::find_version(nccl.value_or(""));
  if (version == nullptr) return {};
  const auto given = given_variables(request);
  if (!given) return core::fail(given.error());
  const auto environment = sim::job::read_environment(*given, *version);
  if (!environment) return core::fail(environment.error());
  return {};
}

std::string variables_text(const Variables& variables) {
  std::vector<std::string> texts;
  for (const Assignment& one : variables)
    texts.push_back(fmt::format("{}={}", one.name, one.value));
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string nothing_left_text(const Variables& variables) {
  std::vector<std::string> texts;
  for (const Assignment& one : variables) {
    if (one.name != "NCCL_ALGO" && one.name != "NCCL_PROTO") continue;
    texts.push_back(fmt::format("{}={}", one.name, one.value));
  }
  return fmt::format("{} {} nothing to choose from", fmt::join(texts, " and "),
                     texts.size() == 1 ? "leaves" : "leave");
}

}  // namespace treering::app::setup
