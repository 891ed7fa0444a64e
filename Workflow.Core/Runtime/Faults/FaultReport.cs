using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Faults;

/// <summary>An exception on its way up: who threw it, the child it comes out of, and that child's callback, which is asked next; null when it crosses the scope of a transaction.</summary>
internal sealed record FaultReport(Exception Exception, Frame Source, Frame Carrier, FaultCallback? Handler);
