// hw::formats::read_log_nccl_log: any text gives a cluster or an error that names the file; its
// node survives being written as JSON, and as XML no GPU is lost.

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/assert.h"
#include "hw/formats/format.h"
#include "hw/formats/nccl_log/channels.h"
#include "hw/formats/nccl_log/lines.h"
#include "tests/fuzz/written.h"

using namespace treering;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  treering::hw::formats::is_nccl_log(text);
  treering::hw::formats::nccl_log::ChannelReader channels;
  treering::hw::formats::nccl_log::for_each_nccl_line(
      text, [&](const treering::hw::formats::nccl_log::Line& line) { channels.take(line); });
  const auto read =
      treering::hw::formats::cluster_in(treering::hw::formats::read_log_nccl_log({"t.log", text}));
  if (!read) {
    TREERING_ASSERT(read.error().where.starts_with("t.log"), "an error names its file");
    return 0;
  }
  treering::fuzz::check_written(read->cluster.node);
  for (const treering::core::Diagnostic& note : read->notes)
    treering::fuzz::check_shown_in_line(note.message());
  return 0;
}
