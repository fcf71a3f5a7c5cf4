#include "tuner/exporter.h"

#include <array>

namespace treering::tuner {

#define EXPORTER(function, name, scope, summary) Export write_##function(const Recommendation&);
#include "tuner/exporters/exporters.def"
#undef EXPORTER

std::span<const Exporter> all_exporters() {
#define EXPORTER(function, name, scope, summary) \
  Exporter{name, summary, Scope::scope, write_##function},
  static constexpr std::array kExporters{
#include "tuner/exporters/exporters.def"
  };
#undef EXPORTER
  return kExporters;
}

}  // namespace treering::tuner
