using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// Runs the tests of an assembly without those whose server this machine does not have, see <see cref="RequiresServerAttribute"/>. The first test of each missing server is skipped and
/// reports how many there are: hundreds of skipped tests would hide the results of the others.
/// </summary>
public sealed class ServerTestFramework(IMessageSink messageSink) : XunitTestFramework(messageSink)
{
    protected override ITestFrameworkExecutor CreateExecutor(AssemblyName assemblyName) =>
        new Executor(assemblyName, SourceInformationProvider, DiagnosticMessageSink);

    private sealed class Executor(AssemblyName assemblyName, ISourceInformationProvider sources, IMessageSink diagnostics)
        : XunitTestFrameworkExecutor(assemblyName, sources, diagnostics)
    {
        protected override void RunTestCases(IEnumerable<IXunitTestCase> testCases, IMessageSink executionMessageSink, ITestFrameworkExecutionOptions executionOptions)
        {
            ILookup<string?, IXunitTestCase> byReason = testCases.ToLookup(
                testCase => ServerRequirements.MissingFor(testCase.TestMethod.TestClass.Class.ToRuntimeType(), testCase.Method.ToRuntimeMethod()));
            IEnumerable<IXunitTestCase> skipped = byReason
                .Where(tests => tests.Key is not null)
                .Select(tests => new SkippedTestCase(DiagnosticMessageSink, tests.First(), $"{tests.Count()} tests were not run. {tests.Key}"));
            base.RunTestCases([.. byReason[null], .. skipped], executionMessageSink, executionOptions);
        }
    }

    /// <summary>Takes the place of a test case; it has the same id, so that its result belongs to the same test.</summary>
#pragma warning disable xUnit3001 // It is made when a run begins, and nothing serializes it.
    private sealed class SkippedTestCase(IMessageSink diagnostics, IXunitTestCase testCase, string reason)
        : XunitTestCase(diagnostics, TestMethodDisplay.ClassAndMethod, TestMethodDisplayOptions.None, testCase.TestMethod, testCase.TestMethodArguments)
    {
        protected override string GetSkipReason(IAttributeInfo factAttribute) => reason;
    }
#pragma warning restore xUnit3001
}
