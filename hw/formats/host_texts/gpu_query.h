// What nvidia-smi -q says of each GPU, as text or, with -x, as XML: fields by their headings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hw/formats/format.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::host_texts {

struct QueriedField {
  std::string path;  // "Fabric/Health/Bandwidth"
  std::string value;
  std::size_t line = 0;  // from 1
};

struct QueriedGpu {
  int index = 0;
  std::string bus_id;  // "0000:44:00.0"
  std::size_t line = 0;
  std::vector<QueriedField> fields;

  /// Its value where it has one; empty for "N/A" and the like.
  [[nodiscard]] std::string_view value(std::string_view path) const;
};

struct GpuQuery {
  std::string driver;
  std::size_t driver_line = 0;
  int attached = 0;  // GPUs of the machine, of which -i shows some; 0 for unknown
  std::vector<QueriedGpu> gpus;
  std::size_t of_others = 0;  // GPUs of other hosts in the text, which are left out
};

/// Without GPUs where the text has none.
GpuQuery parse_gpu_query(std::string_view text);

/// \param text of the document, for lines
GpuQuery gpu_query_of(const xml::Document& document, std::string_view text);

/// \param path of the file, for origins
void add_gpu_query(const GpuQuery& query, const std::string& path, HostFacts& facts);

}  // namespace treering::hw::formats::host_texts
