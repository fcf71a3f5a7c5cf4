#include <string>

#include <nlohmann/json.hpp>

#include "cli/explain/explain.h"
#include "cli/output/json_document.h"
#include "cli/output/setup_json.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

/// A term of a candidate's time; null where there is none.
std::string term_row(const app::ExplainedCandidate& one, const ordered_json& term,
                     const ordered_json& time_us, const std::string& guesses) {
  return csv_row({{"algorithm", name_of(one.candidate.offer.algorithm)},
                  {"protocol", name_of(one.candidate.offer.protocol)},
                  {"available", one.candidate.available},
                  {"term", term},
                  {"time_us", time_us},
                  {"ruled_out", or_null(one.candidate.ruled_out)},
                  {"guesses", guesses}});
}

}  // namespace

std::string explain_csv(const app::ExplainReport& report) {
  std::string text = "algorithm,protocol,available,term,time_us,ruled_out,guesses\n";
  const std::string guesses = guesses_text(report.job);
  for (const app::ExplainedCandidate& one : report.candidates) {
    if (!one.candidate.available) {
      text += term_row(one, nullptr, nullptr, guesses);
      continue;
    }
    for (const auto& term : one.terms) text += term_row(one, term.name, term.time_us, guesses);
    text += term_row(one, "total", one.candidate.time_us, guesses);
  }
  return text;
}

}  // namespace treering::cli
