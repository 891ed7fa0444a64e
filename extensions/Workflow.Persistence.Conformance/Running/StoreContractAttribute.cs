using Xunit.Sdk;

namespace Workflow.Persistence.Conformance;

/// <summary>Marks the method that runs the tests of the suites.</summary>
[AttributeUsage(AttributeTargets.Method)]
[XunitTestCaseDiscoverer("Workflow.Persistence.Conformance.StoreTestDiscoverer", "Workflow.Persistence.Conformance")]
internal sealed class StoreContractAttribute : FactAttribute;
