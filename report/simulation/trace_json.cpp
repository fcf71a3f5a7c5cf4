#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/simulation/tracks.h"
#include "core/units.h"
#include "report/simulation/shown_run.h"
#include "report/simulation/trace.h"
#include "sim/timeline/critical_path.h"

namespace treering::report::simulation {
namespace {

using app::simulation::Recorded;
using sim::schedule::StreamId;
using sim::timeline::Load;
using sim::timeline::RecordedStep;

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::int64_t ns(double us) {
  return std::llround(us * 1000);
}

/// Times of events are us. Whole ns, so that what follows each other does not overlap.
std::string us_text(std::int64_t ns) {
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

class TraceText {
 public:
  TraceText(const Recorded& run, const TraceLimits& limits)
      : run_(run),
        timeline_(*run.timeline),
        limits_(limits),
        selection_(selection_of(run_, limits.run)) {}

  std::string write() {
    name_tracks();
    for (const StreamId id : selection_.streams) add_stream(id);
    add_links();
    const std::string note = note_text();
    if (!note.empty()) {
      add(R"({{"ph":"i","s":"g","name":{},"pid":1,"tid":0,"ts":0}})", quoted(note));
    }
    return fmt::format(
        "{{\"displayTimeUnit\":\"ns\",\n\"otherData\":{{\"source\":\"treering simulate\","
        "\"time_0\":\"the begin of the first "
        "message\",\"time_0_us\":{},\"note\":{}}},\n\"traceEvents\":[\n{}\n]}}\n",
        us_text(ns(run_.first_message_us)), quoted(note), text_);
  }

 private:
  // 0 is the idle process of systems.
  static int process_of(int agent) { return agent + 1; }
  static int thread_of(StreamId stream) { return stream + 1; }
  int links_process() const { return timeline_.schedule().agents() + 1; }

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    if (!text_.empty()) text_ += ",\n";
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  void name_process(int process, const std::string& name) {
    add(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":{}}}}})", process,
        quoted(name));
    add(R"({{"ph":"M","name":"process_sort_index","pid":{},"args":{{"sort_index":{}}}}})", process,
        process);
  }

  void name_tracks() {
    const std::vector<std::string> names = track_names(run_, selection_.streams);
    const int ranks = timeline_.schedule().contract().ranks;
    int last = -1;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const StreamId id = selection_.streams[i];
      const int agent = timeline_.schedule().stream(id).agent;
      if (agent != last) name_process(process_of(agent), sim::timeline::agent_name(agent, ranks));
      last = agent;
      add(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}})",
          process_of(agent), thread_of(id), quoted(names[i]));
    }
  }

  void add_stream(StreamId id) {
    const int ranks = timeline_.schedule().contract().ranks;
    const auto stream = timeline_.schedule().stream(id);
    for (const RecordedStep& step : timeline_.steps(id, selection_.window)) {
      const StepDeed deed = deed_of(run_, id, stream, step.index);
      const std::int64_t begin = ns(step.begin_us);
      const std::string wait = app::simulation::wait_of(timeline_, step.cause);
      add(R"({{"ph":"X","name":{},"pid":{},"tid":{},"ts":{},"dur":{},"args":{{"step":{},)"
          R"("bytes":{},"from":[{}],"to":[{}]{}}}}})",
          quoted(words_of(deed, ranks)), process_of(stream.agent), thread_of(id), us_text(begin),
          us_text(ns(step.end_us) - begin), step.index, deed.bytes, fmt::join(deed.from, ","),
          fmt::join(deed.to, ","), wait.empty() ? "" : ",\"waited\":" + quoted(wait));
    }
  }

  void add_links() {
    std::vector<sim::engine::LinkId> links = busiest_links(run_, selection_.window);
    links_there_ = links.size();
    if (links.size() > limits_.links) links.resize(limits_.links);
    links_shown_ = links.size();
    if (links.empty()) return;
    name_process(links_process(), "links, GB/s");
    for (const sim::engine::LinkId link : links) {
      const ShownLoads shown = loads_of(run_, link, selection_.window, limits_.changes);
      has_means_ = has_means_ || shown.is_mean;
      const std::string name = quoted((*run_.link_names)[link]);
      for (std::size_t i = 0; i < shown.loads.size(); ++i) {
        const Load& one = shown.loads[i];
        const bool is_last = i + 1 == shown.loads.size();
        if (ns(one.to_us) > ns(one.from_us)) add_counter(name, one.from_us, one.rate);
        if (is_last) add_counter(name, one.to_us, 0);
      }
    }
  }

  void add_counter(const std::string& quoted_name, double at_us, double rate) {
    add(R"({{"ph":"C","name":{},"pid":{},"ts":{},"args":{{"GB/s":{:.6g}}}}})", quoted_name,
        links_process(), us_text(ns(at_us)), rate / core::kBytesPerUsPerGbPerS);
  }

  std::string note_text() const {
    std::string note = selection_.left_out;
    const auto add_sentence = [&](const std::string& sentence) {
      if (!note.empty()) note += ' ';
      note += sentence;
    };
    if (links_there_ > links_shown_) {
      add_sentence(
          fmt::format("Of {} links the {} busiest are shown.", links_there_, links_shown_));
    }
    if (has_means_) {
      add_sentence(fmt::format(
          "Loads of links that change more often than {} times are means of as many parts.",
          limits_.changes));
    }
    return note;
  }

  const Recorded& run_;
  const sim::timeline::Timeline& timeline_;
  TraceLimits limits_;
  Selection selection_;
  std::string text_;
  std::size_t links_there_ = 0;
  std::size_t links_shown_ = 0;
  bool has_means_ = false;
};

}  // namespace

std::string trace_json(const Recorded& run, const TraceLimits& limits) {
  return TraceText(run, limits).write();
}

}  // namespace treering::report::simulation
