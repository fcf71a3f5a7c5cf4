// Format "p2p-test": the matrices of p2pBandwidthLatencyTest (NVIDIA/cuda-samples,
// Samples/5_Domain_Specific/p2pBandwidthLatencyTest).
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

using core::PairFigure;

constexpr std::string_view kTitle = "[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]";

struct Heading {
  std::string_view words;
  PairFigure figure;
};

constexpr std::array kHeadings{
    Heading{"Unidirectional P2P=Disabled Bandwidth", PairFigure::OneWay},
    Heading{"Unidirectional P2P=Enabled Bandwidth", PairFigure::OneWayDirect},
    Heading{"Bidirectional P2P=Disabled Bandwidth", PairFigure::BothWays},
    Heading{"Bidirectional P2P=Enabled Bandwidth", PairFigure::BothWaysDirect},
    Heading{"P2P=Disabled Latency", PairFigure::Latency},
    Heading{"P2P=Enabled Latency", PairFigure::LatencyDirect},
};

/// What the matrix with this title shows. Those of reads (--p2p_read) stand behind those of writes,
/// and are left out.
std::optional<PairFigure> figure_of(std::string_view title) {
  if (title.find("Matrix") == std::string_view::npos) return {};
  if (title.find("(P2P Reads)") != std::string_view::npos) return {};
  for (const Heading& heading : kHeadings) {
    if (title.find(heading.words) != std::string_view::npos) return heading.figure;
  }
  return {};
}

class MatrixReader {
 public:
  MatrixReader(const std::string& path, core::HostState& host) : path_(path), host_(host) {}

  /// \param is_open the text ends within the line, or behind it without a line end
  void take(std::string_view line, std::size_t number, bool is_open) {
    if (is_again_ || starts_again(line)) return;
    is_open_ = is_open;
    if (take_device(line, number) || take_access(line, number) || take_title(line)) return;
    const auto words = words_of(line);
    if (words.size() < 2) return;
    if (words[0] == "D\\D" || words[0] == "GPU" || words[0] == "CPU") return take_columns(words);
    if (figure_) take_row(words, number);
    if (is_access_) take_access_row(words, number);
  }

  [[nodiscard]] std::size_t matrices() const { return seen_.size(); }
  /// Whether the text holds the output of another run, which may be of another machine.
  [[nodiscard]] bool has_more_runs() const { return is_again_; }

 private:
  bool starts_again(std::string_view line) {
    if (line.find(kTitle) != std::string_view::npos) {
      is_again_ = !host_.gpus.empty() || !seen_.empty();
    } else if (const auto figure = figure_of(line)) {
      is_again_ = std::ranges::find(seen_, *figure) != seen_.end();
    }
    return is_again_;
  }

  /// "Device: 0, NVIDIA GeForce RTX 4090, pciBusID: d, pciDeviceID: 0, pciDomainID:0": hexadecimal.
  bool take_device(std::string_view line, std::size_t number) {
    const auto rest = behind(line, "Device: ");
    const std::size_t pci = rest ? rest->find(", pciBusID: ") : std::string_view::npos;
    const std::size_t comma = rest ? rest->find(", ") : std::string_view::npos;
    if (pci == std::string_view::npos || comma >= pci) return false;
    // Half an address is none.
    if (is_open_ && rest->find("pciDomainID:") == std::string_view::npos) return false;
    const auto gpu = core::whole_number<int>(rest->substr(0, comma));
    if (!gpu || *gpu < 0 || *gpu >= core::kMaxGpus) return false;
    core::GpuState state{.gpu = *gpu,
                         .model = std::string(rest->substr(comma + 2, pci - comma - 2))};
    const auto hex = [&](std::string_view mark) {
      const auto text = core::trimmed(behind(*rest, mark).value_or(""));
      return core::whole_number<unsigned>(text.substr(0, text.find(',')), 16).value_or(0);
    };
    state.bus_id = fmt::format("{:04x}:{:02x}:{:02x}.0", hex("pciDomainID:"), hex("pciBusID:"),
                               hex("pciDeviceID:"));
    state.origin = origin_at(path_, number);
    host_.gpus.push_back(std::move(state));
    return true;
  }

  /// "Device=0 CANNOT Access Peer Device=2".
  bool take_access(std::string_view line, std::size_t number) {
    const auto rest = behind(line, "Device=");
    const auto to = rest ? behind(*rest, "Access Peer Device=") : std::nullopt;
    if (!to) return false;
    const auto from = leading_number(*rest);
    const auto peer = leading_number(*to);
    // "1" may be cut of "12".
    if (!from || !peer || *from == *peer || is_open_) return true;
    // "CANNOT" may be cut, but "CAN Access" is whole.
    const bool can = rest->find(" CAN Access") != std::string_view::npos;
    host_.peers.push_back({*from, *peer, can ? core::PeerAccess::Ok : core::PeerAccess::Cuda,
                           origin_at(path_, number)});
    return true;
  }

  bool take_title(std::string_view line) {
    if (line.find("Matrix") == std::string_view::npos) return false;
    columns_.clear();
    // The lines before it say the same.
    is_access_ =
        host_.peers.empty() && line.find("P2P Connectivity Matrix") != std::string_view::npos;
    figure_ = figure_of(line);
    if (figure_) seen_.push_back(*figure_);
    return true;
  }

  /// Latencies stand twice, as the GPU and as the CPU sees them; the former count.
  void take_columns(const std::vector<std::string_view>& words) {
    columns_.clear();
    if (words[0] == "CPU") figure_.reset();
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto gpu = core::whole_number<int>(words[i]);
      if (!gpu || *gpu < 0) return columns_.clear();
      columns_.push_back(*gpu);
    }
  }

  void take_row(const std::vector<std::string_view>& words, std::size_t number) {
    const auto from = core::whole_number<int>(words[0]);
    if (!from || columns_.empty()) return;
    if (std::ranges::find(columns_, *from) == columns_.end()) return;
    // The last number of a row that is cut may be cut too.
    const bool is_cut =
        words.size() <= columns_.size() || (is_open_ && !has_all_decimals(words.back()));
    const std::size_t whole = is_cut ? words.size() - 1 : words.size();
    for (std::size_t i = 0; i < columns_.size() && i + 1 < whole; ++i) {
      const auto value = leading_decimal(words[i + 1]);
      if (!value || *value < 0 || *value > 1e9) continue;
      host_.pair_rates.push_back({*from, columns_[i], *figure_, *value, origin_at(path_, number)});
    }
  }

  /// A row of 1 and 0.
  void take_access_row(const std::vector<std::string_view>& words, std::size_t number) {
    const auto from = core::whole_number<int>(words[0]);
    if (!from || *from < 0 || *from >= core::kMaxGpus) return;
    for (std::size_t i = 0; i < columns_.size() && i + 1 < words.size(); ++i) {
      const std::string_view word = words[i + 1];
      if (columns_[i] == *from || (word != "1" && word != "0")) continue;
      host_.peers.push_back({*from, columns_[i],
                             word == "1" ? core::PeerAccess::Ok : core::PeerAccess::Cuda,
                             origin_at(path_, number)});
    }
  }

  const std::string& path_;
  core::HostState& host_;
  bool is_access_ = false;  // in the matrix of access
  std::optional<PairFigure> figure_;
  std::vector<int> columns_;
  std::vector<PairFigure> seen_;  // of the matrices so far
  bool is_again_ = false;
  bool is_open_ = false;  // no line end follows the line
};

}  // namespace
}  // namespace host_texts

bool is_p2p_test(std::string_view text) {
  constexpr std::array<std::string_view, 6> kTitles{host_texts::kTitle,
                                                    " Bandwidth (P2P Writes) Matrix",
                                                    "P2P=Disabled Bandwidth Matrix",
                                                    "P2P=Enabled Bandwidth Matrix",
                                                    "P2P=Enabled Latency",
                                                    "P2P=Disabled Latency"};
  return core::has_any(text, kTitles);
}

void add_p2p_test(const Source& source, HostFacts& facts) {
  host_texts::MatrixReader reader(source.path, facts.host);
  for (core::LineReader lines(source.text); lines.next();)
    reader.take(lines.line(), lines.number(), !lines.has_end());
  facts.read.push_back(reader.matrices() == 0
                           ? "p2pBandwidthLatencyTest, cut before its tables"
                           : fmt::format("p2pBandwidthLatencyTest with {}",
                                         core::counted(reader.matrices(), "table")));
  if (!reader.has_more_runs()) return;
  facts.notes.push_back({core::Severity::Warning, source.path,
                         "holds several runs of p2pBandwidthLatencyTest, which may be of several "
                         "machines; the first counts"});
}

}  // namespace treering::hw::formats
