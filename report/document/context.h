// What a document needs of the program that writes it.
#pragma once

#include <string>
#include <vector>

namespace treering::report::document {

/// A line for a shell.
struct Command {
  std::string what;  // "This report"
  std::string line;
};

struct DocumentContext {
  std::vector<Command> commands;
  std::string data;    // the JSON of the report, for the charts of a page
  std::string origin;  // "treering 0.1.0"
};

}  // namespace treering::report::document
