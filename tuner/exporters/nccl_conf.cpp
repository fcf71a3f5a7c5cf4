// Lines for /etc/nccl.conf or ~/.nccl.conf. NCCL takes all after '=' as the value, without quotes,
// and a '#' at the start of a line as a comment (NCCL v2.28.9-1, src/misc/param.cc).
#include <fmt/format.h>

#include "tuner/exporter.h"
#include "tuner/settings_text.h"

namespace treering::tuner {

Export write_nccl_conf(const Recommendation& recommendation) {
  const Settings settings = settings_for(recommendation);
  std::string text = settings.comment;
  for (const Setting& setting : settings.settings) {
    text += fmt::format("{}={}\n", setting.variable, setting.value);
  }
  return {text, settings.why_not};
}

}  // namespace treering::tuner
