// Lines for /etc/nccl.conf or ~/.nccl.conf. NCCL takes all after '=' as the value, without quotes,
// and a '#' at the start of a line as a comment (NCCL v2.28.9-1, src/misc/param.cc).
#include <fmt/format.h>

#include "core/assert.h"
#include "core/text/quote.h"
#include "tuner/exporters/exporter.h"

namespace treering::tuner::exporters {

Export write_nccl_conf(const advice::Recommendation& recommendation) {
  const Settings settings = settings_for(recommendation);
  std::string text = settings.comment.text();
  for (const Setting& setting : settings.settings) {
    // There is no quoting: a value with a line end would be two settings.
    TREERING_ASSERT(core::find_unprintable(setting.value) == setting.value.size(),
                    "a value is a list of NCCL's names");
    text += fmt::format("{}={}\n", setting.variable, setting.value);
  }
  return {text, settings.why_not, ""};
}

}  // namespace treering::tuner::exporters
