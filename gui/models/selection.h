// What is selected, in all views at once, and what was before.
#pragma once

#include <QObject>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"

namespace treering::gui::models {

/// A span of a run, in us from its first message on.
struct Span {
  double from_us = 0;
  double to_us = 0;
  bool operator==(const Span&) const = default;
};

/// A device of a node, or the node as a whole.
struct OnNode {
  int node = 0;
  std::string device;  // its name in the node; empty: the node
  bool operator==(const OnNode&) const = default;
};

struct Selected {
  std::vector<int> ranks;  // in the order in which they were selected
  std::optional<int> channel;
  std::vector<std::string> devices;  // names in a node: "GPU 0"; of two the path is shown
  std::optional<int> node;  // of a cluster: theirs, drawn in full; none: any of those alike
  /// What was selected before on another node: the way from it to what is selected on `node`, or to
  /// that node, is shown. \pre then there is a node
  std::optional<OnNode> before;
  std::optional<std::string> link;  // its name in a run: "node 0: GPU 0 -> NVSwitch"
  std::optional<Span> span;
  app::simulation::Data data;  // of the call: a chunk
  bool operator==(const Selected&) const = default;

  bool is_empty() const { return *this == Selected(); }
};

class Selection final : public QObject {
  Q_OBJECT

 public:
  explicit Selection(QObject* parent = nullptr) : QObject(parent), steps_(1) {}

  const Selected& now() const { return steps_[at_]; }
  /// Forgets what was ahead.
  void select(const Selected& selected);
  void clear() { select({}); }
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < steps_.size(); }
  void goBack();
  void goForward();

 Q_SIGNALS:
  void changed();

 private:
  static constexpr std::size_t kMostSteps = 100;

  std::vector<Selected> steps_;
  std::size_t at_ = 0;
};

}  // namespace treering::gui::models
