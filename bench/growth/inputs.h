// Files of so many rows, for each reader of measurements. The same number gives the same file.
#pragma once

#include <cstddef>
#include <ostream>

namespace treering::bench {

// Calls of all_reduce on 4 nodes of 8 GPUs.
/// Each of another size or way.
void write_csv(std::ostream& out, std::size_t rows);
/// 31 sizes, each as often as that takes.
void write_csv_of_few_sizes(std::ostream& out, std::size_t rows);
// Each of another size.
void write_nccl_tests_text(std::ostream& out, std::size_t rows);
void write_nccl_tests_json(std::ostream& out, std::size_t rows);

// Results of treering measure: 4 ranks of Open MPI, 30 samples each, with 4 ways to carry a call.
/// 31 sizes in as many launches as that takes.
void write_launches(std::ostream& out, std::size_t rows);
/// As many sizes as that takes, in 5 launches.
void write_sizes(std::ostream& out, std::size_t rows);
// The same with each rank on a node of its own, so that links carry the calls.
void write_launches_over_links(std::ostream& out, std::size_t rows);
void write_sizes_over_links(std::ostream& out, std::size_t rows);

/// A log of NCCL: each rank of a communicator has a line for each of its channels.
void write_nccl_log(std::ostream& out, std::size_t rows);

/// ibnetdiscover's text of a fat tree with so many hosts. \pre rows is a multiple of 500
void write_fabric(std::ostream& out, std::size_t rows);

}  // namespace treering::bench
