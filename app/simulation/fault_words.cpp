#include "app/simulation/fault_words.h"

#include <fmt/format.h>

#include "core/text/field.h"
#include "core/text/words.h"

namespace treering::app::simulation {
namespace {

constexpr std::string_view kForms =
    "NODE/DEVICE=SHARE, NODE/DEVICE-DEVICE=SHARE, down in place of SHARE, or rankN=+TIME, such as "
    "0/mlx5_0=0.5 or rank7=+50us";

}  // namespace

core::Failure not_a_fault(std::string_view word) {
  return core::usage_error(core::field("fault"), fmt::format("found '{}'", word),
                           fmt::format("expected {}", kForms));
}

core::Result<FaultPlace> place_of(std::string_view word, int nodes) {
  const auto equals = word.find('=');
  const std::string_view what = word.substr(0, equals);
  const auto slash = what.find('/');
  if (equals == std::string_view::npos || slash == std::string_view::npos) return not_a_fault(word);
  const auto number = core::whole_number<int>(what.substr(0, slash));
  if (!number) return not_a_fault(word);
  if (*number < 0 || *number >= nodes) {
    return core::usage_error(core::field("fault"), fmt::format("the job has no node {}", *number),
                             fmt::format("expected 0 to {}", nodes - 1));
  }
  return FaultPlace{*number, what.substr(slash + 1), word.substr(equals + 1)};
}

}  // namespace treering::app::simulation
