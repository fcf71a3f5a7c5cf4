#include "app/fabric.h"

#include <utility>

#include "hw/io/files.h"

namespace treering::app {

FabricReport fabric_report(std::string_view source, hw::fabric::readers::FabricText text) {
  FabricReport report{hw::io::shown_path(source), std::move(text), {}};
  report.found = hw::fabric::analysis::fabric_of(report.text.graph, report.source);
  return report;
}

}  // namespace treering::app
