// Environment variables as lines that a shell can source.
#include <fmt/format.h>

#include "core/text/quote.h"
#include "tuner/exporters/exporter.h"

namespace treering::tuner::exporters {

Export write_env(const advice::Recommendation& recommendation) {
  const Settings settings = settings_for(recommendation);
  std::string text = settings.comment.text();
  for (const Setting& setting : settings.settings) {
    text += fmt::format("export {}={}\n", setting.variable, core::shell_quoted(setting.value));
  }
  return {text, settings.why_not, ""};
}

}  // namespace treering::tuner::exporters
