using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Persistence.Conformance;

/// <summary>Creates the test cases of a class that derives from <see cref="StoreConformanceTests"/>. Created by xunit.</summary>
internal sealed class StoreTestDiscoverer(IMessageSink diagnostics) : IXunitTestCaseDiscoverer
{
    public IEnumerable<IXunitTestCase> Discover(ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute)
    {
        IReadOnlyList<StoreTopic>? topics = testMethod.TestClass.Class.ToRuntimeType().GetCustomAttribute<StoreTopicsAttribute>()?.Topics;
        return StoreTests.All
            .Where(test => topics?.Contains(test.Topic) != false)
            .Select(test => new StoreTestCase(
                diagnostics, discoveryOptions.MethodDisplayOrDefault(), discoveryOptions.MethodDisplayOptionsOrDefault(), testMethod, test.Name));
    }
}
