#include "app/fabric.h"

#include <utility>

#include "core/text/quote.h"

namespace treering::app {

FabricReport fabric_report(std::string_view source, hw::fabric::readers::FabricText text) {
  FabricReport report{core::printable(source), std::move(text), {}};
  report.found = hw::fabric::analysis::fabric_of(report.text.graph, report.source);
  return report;
}

}  // namespace treering::app
