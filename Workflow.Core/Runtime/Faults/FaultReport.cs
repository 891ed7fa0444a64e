using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Faults;

/// <summary>An exception on its way up: who threw it, and the callback that is asked next.</summary>
internal sealed record FaultReport(Exception Exception, Frame Source, FaultCallback Handler);
