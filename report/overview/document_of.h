// The report on a job as a document: what in short, the machine, each collective, whether runs
// agree, what is missing, what to set and how to undo it, and how to make the report again.
#pragma once

#include <string>
#include <vector>

#include "app/overview/overview.h"
#include "report/document/document.h"

namespace treering::report::overview {

/// A line for a shell.
struct Command {
  std::string what;  // "makes this report again"
  std::string line;
};

struct DocumentContext {
  std::vector<Command> commands;
  std::string data;    // the JSON of the report, for the charts of a page
  std::string origin;  // "treering 0.1.0"
};

document::Document document_of(const app::overview::OverviewReport& report,
                               const DocumentContext& context);

}  // namespace treering::report::overview
