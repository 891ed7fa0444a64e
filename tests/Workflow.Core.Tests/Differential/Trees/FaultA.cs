namespace Workflow.Core.Tests.Differential.Trees;

internal class FaultA(string message) : Exception(message);

internal sealed class FaultB(string message) : FaultA(message);

internal sealed class FaultC(string message) : Exception(message);
