namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>A request or an answer that a <see cref="LoopbackProxy"/> forwards.</summary>
/// <param name="Number">The sequence number since the start of the proxy. The first is 1.</param>
/// <param name="IsAnswer">
/// True for an answer: the server has executed and committed the request. False for a request, which the server has not received.
/// </param>
/// <param name="Executes">True if the request executes statements. False if it only prepares them or opens a connection.</param>
internal sealed record ProxyStep(int Number, bool IsAnswer, bool Executes);
