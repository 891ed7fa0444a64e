namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>Something that passes through a <see cref="LoopbackProxy"/>.</summary>
/// <param name="Number">Its number in the life of the proxy, from 1.</param>
/// <param name="IsAnswer">The server has done what was asked and committed; otherwise it does not know of it yet.</param>
/// <param name="Executes">It executes statements, and does not only prepare them or open a connection.</param>
internal sealed record ProxyStep(int Number, bool IsAnswer, bool Executes);
