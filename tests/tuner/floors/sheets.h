// A small sheet of floors, for tests.
#pragma once

#include "tuner/floors/sheet.h"

namespace treering::tuner::floors {

inline Row row_of(core::Collective collective, core::Bytes bytes, double busbw, double floor) {
  const auto rate = [](double gb_per_s) { return core::Bandwidth::from_gb_per_s(gb_per_s); };
  Row row;
  row.collective = collective;
  row.bytes = bytes;
  row.way = {"Ring", "Simple", 16};
  row.busbw = rate(busbw);
  row.low = rate(busbw * 0.875);
  row.high = rate(busbw * 1.125);
  row.floor = rate(floor);
  row.catches_small = 0.4;
  row.catches_large = 0.95;
  return row;
}

/// all_reduce at 1 MiB, 4 MiB and 1 GiB, floors 10, 40 and 300 GB/s.
inline Sheet small_sheet() {
  Sheet sheet;
  sheet.topology = "dgx-h100";
  sheet.gpu = "H100 SXM5 80GB";
  sheet.nodes = sheet.hosts = 2;
  sheet.ranks = 16;
  sheet.nccl_version = "2.28.9";
  sheet.rows = {row_of(core::Collective::AllReduce, core::Bytes::from_mib(1), 20, 10),
                row_of(core::Collective::AllReduce, core::Bytes::from_mib(4), 80, 40),
                row_of(core::Collective::AllReduce, core::Bytes::from_gib(1), 400, 300)};
  return sheet;
}

}  // namespace treering::tuner::floors
