#include "report/prediction/port_text.h"

#include <fmt/format.h>

#include "core/units.h"
#include "report/figures.h"

namespace treering::report::prediction {
namespace {

/// Empty where nobody knows which are in use.
std::string used_text(const app::PortShare& share, int gpus) {
  if (share.used == 0) return "";
  const bool is_one = gpus == 1;
  const std::string users =
      fmt::format("; {} GPU{} use{}", gpus, is_one ? "" : "s", is_one ? "s" : "");
  if (share.used < share.ports) {
    return fmt::format("{} {} of {} ports, {} idle", users, share.used, share.ports,
                       share.ports - share.used);
  }
  return share.ports == 1 ? users + " the only port"
                          : fmt::format("{} all {} ports", users, share.ports);
}

}  // namespace

std::string port_text(const app::PortShare& share, int gpus) {
  return fmt::format("{} of {} GB/s a port{}", significant(share.carried.in_gb_per_s()),
                     significant(share.rate.in_gb_per_s()), used_text(share, gpus));
}

}  // namespace treering::report::prediction
