// Environment variables as lines that a shell can source.
#include <fmt/format.h>

#include "tuner/exporter.h"
#include "tuner/settings_text.h"

namespace treering::tuner {

Export write_env(const Recommendation& recommendation) {
  const Settings settings = settings_for(recommendation);
  std::string text = settings.comment.text();
  for (const Setting& setting : settings.settings) {
    text += fmt::format("export {}={}\n", setting.variable, shell_quoted(setting.value));
  }
  return {text, settings.why_not};
}

}  // namespace treering::tuner
