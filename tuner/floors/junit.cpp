// JUnit XML, as continuous integrations read it (github.com/testmoapp/junitxml describes what they
// have in common): a suite with the job as properties, a case for each collective and size.
#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "core/text/markup.h"
#include "tuner/floors/forms.h"
#include "tuner/floors/judge.h"

namespace treering::tuner::floors {
namespace {

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t skipped = 0;
};

/// The job of the floors.
std::string properties_of(const Sheet& sheet) {
  std::string text = "    <properties>\n";
  for (const auto& [name, value] :
       {std::pair("topology", sheet.topology), std::pair("nodes", fmt::format("{}", sheet.nodes)),
        std::pair("ranks", fmt::format("{}", sheet.ranks)),
        std::pair("nccl_version", sheet.nccl_version),
        std::pair("floors", std::string("treering expect: the cost model"))}) {
    text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, core::escaped(value));
  }
  return text + "    </properties>\n";
}

std::string suite_of(const Sheet& sheet, const Counts& counts, const std::string& cases) {
  const std::string numbers =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"", counts.tests,
                  counts.failures, counts.skipped);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"treering floors\" {0}>\n"
      "  <testsuite name=\"{1}\" {0}>\n"
      "{2}{3}"
      "  </testsuite>\n"
      "</testsuites>\n",
      numbers, core::escaped(job_text(sheet)), properties_of(sheet), cases);
}

/// \param inside an element, or empty
std::string case_of(core::Collective collective, core::Bytes bytes, const std::string& name,
                    const std::string& inside) {
  const std::string head =
      fmt::format("    <testcase classname=\"floors.{}\" name=\"{} {}{}\"",
                  core::name_of(collective), core::name_of(collective), core::format_size(bytes),
                  name.empty() ? "" : " " + core::escaped(name));
  return inside.empty() ? head + "/>\n" : head + ">" + inside + "</testcase>\n";
}

std::string skipped(const std::string& why) {
  return fmt::format("<skipped message=\"{}\"/>", core::escaped(why));
}

std::string failure_of(const JudgedRow& row) {
  const std::string text = row.is_below()
                               ? fmt::format("busbw {} GB/s is below the floor of {} GB/s",
                                             figure(row.busbw), figure(*row.floor))
                               : fmt::format("wrong elements: {}", *row.measurement.wrong);
  return fmt::format("<failure message=\"{}\" type=\"{}\"/>", core::escaped(text),
                     row.is_below() ? "below floor" : "wrong result");
}

std::string inside_of(const JudgedRow& row) {
  if (row.is_failed()) return failure_of(row);
  if (!row.floor) return skipped(row.why_not);
  return fmt::format("<system-out>{}</system-out>",
                     core::escaped(fmt::format("busbw {} GB/s, floor {} GB/s", figure(row.busbw),
                                               figure(*row.floor))));
}

}  // namespace

std::string junit_of(const Sheet& sheet, const std::vector<JudgedRow>& rows) {
  Counts counts{rows.size(), 0, 0};
  std::string cases;
  for (const JudgedRow& row : rows) {
    if (row.is_failed()) {
      ++counts.failures;
    } else if (!row.floor) {
      ++counts.skipped;
    }
    const Measurement& measured = row.measurement;
    const std::string place =
        measured.line > 0 ? fmt::format("({}:{})", measured.file, measured.line) : "";
    cases += case_of(measured.collective, core::Bytes::of(measured.bytes), place, inside_of(row));
  }
  return suite_of(sheet, counts, cases);
}

Written write_junit(const Sheet& sheet) {
  Counts counts;
  std::string cases;
  for (const Row& row : sheet.rows) {
    if (!row.floor) continue;
    ++counts.tests;
    ++counts.skipped;
    cases += case_of(row.collective, row.bytes, "",
                     skipped(fmt::format("not measured: floor {} GB/s, expected {} GB/s; {}",
                                         figure(*row.floor), figure(row.busbw), power_text(row))));
  }
  return {suite_of(sheet, counts, cases), ""};
}

}  // namespace treering::tuner::floors
