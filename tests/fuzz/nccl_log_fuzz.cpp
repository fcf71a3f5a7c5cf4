// hw::read_nccl_log: any text gives a cluster or an error that names the file; its node survives
// being written as JSON, and as XML no GPU is lost.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_log_channels.h"
#include "hw/formats/nccl_log_lines.h"
#include "tests/fuzz/written.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  hw::is_nccl_log(text);
  hw::NcclChannelReader channels;
  hw::for_each_nccl_line(text, [&](const hw::NcclLogLine& line) { channels.take(line); });
  const auto read = hw::read_nccl_log({"t.log", text}, {});
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("t.log"), "an error names its file");
    return 0;
  }
  fuzz::check_written(read->cluster.node);
  for (const core::Diagnostic& note : read->notes) fuzz::check_shown_in_line(note.message());
  return 0;
}
