// What people paste of a host and its run: texts of tools (TEXT in hw/formats/formats.def), dumps
// of an environment, several texts in one paste. Any text gives facts, a run, a machine or an error
// that names the file, and all that is read of it is fit to be shown and survives being written.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/assert.h"
#include "hw/formats/format.h"
#include "hw/formats/joined.h"
#include "hw/load_cluster.h"
#include "tests/fuzz/written.h"
#include "tests/support/fake_files.h"

using namespace treering;

namespace {

void check_notes(const std::vector<core::Diagnostic>& notes) {
  for (const core::Diagnostic& note : notes) fuzz::check_shown_in_line(note.message());
}

void check_facts(const hw::formats::HostFacts& facts) {
  for (const std::string& text : facts.read) fuzz::check_shown_in_line(text);
  check_notes(facts.notes);
  fuzz::check_json_of(facts.host);
}

/// Each reader alone, also of texts that it would not recognise.
void check_readers(const hw::formats::Source& source) {
  for (const hw::formats::Format& format : hw::formats::formats()) {
    if (format.add_facts == nullptr) continue;
    hw::formats::HostFacts facts;
    format.add_facts(source, facts);
    check_facts(facts);
  }
}

void check_runs(const hw::formats::Source& source) {
  for (const hw::formats::Format& format : hw::formats::formats()) {
    if (format.read_log == nullptr) continue;
    auto read = format.read_log(source);
    auto* const run = read ? std::get_if<hw::formats::LoadedRun>(&*read) : nullptr;
    if (run == nullptr) continue;
    hw::formats::join(hw::formats::facts_in(source), *run);
    check_notes(run->notes);
    fuzz::check_shown_in_line(run->why_no_machine.message());
    fuzz::check_json_of(run->host);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto machine = hw::load_cluster("t.txt", support::FakeFiles({{"t.txt", text}}));
  if (machine) {
    check_notes(machine->notes);
    fuzz::check_json_of(machine->host);
    fuzz::check_written(machine->cluster.node);
    return 0;
  }
  TREERING_ASSERT(machine.error().where.starts_with("t.txt"), "an error names its file");
  fuzz::check_shown_in_line(machine.error().message());
  if (text.find('\0') != std::string::npos) return 0;  // refused above
  check_facts(hw::formats::facts_in({"t.txt", text}));
  check_readers({"t.txt", text});
  check_runs({"t.txt", text});
  return 0;
}
