using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// Runs the tests of an assembly except those whose server is missing (see <see cref="RequiresServerAttribute"/>). For each missing server, the first
/// test is skipped and reports the number of tests that were not run. Hundreds of skipped tests would hide the other results.
/// </summary>
public sealed class ServerTestFramework(IMessageSink messageSink) : XunitTestFramework(messageSink)
{
    protected override ITestFrameworkExecutor CreateExecutor(AssemblyName assemblyName) =>
        new Executor(assemblyName, SourceInformationProvider, DiagnosticMessageSink);

    private sealed class Executor(AssemblyName assemblyName, ISourceInformationProvider sources, IMessageSink diagnostics)
        : XunitTestFrameworkExecutor(assemblyName, sources, diagnostics)
    {
        protected override void RunTestCases(
            IEnumerable<IXunitTestCase> testCases,
            IMessageSink executionMessageSink,
            ITestFrameworkExecutionOptions executionOptions)
        {
            ILookup<string?, IXunitTestCase> byReason = testCases.ToLookup(
                testCase => ServerRequirements.MissingFor(testCase.TestMethod.TestClass.Class.ToRuntimeType(), testCase.Method.ToRuntimeMethod()));
            IEnumerable<IXunitTestCase> skipped = byReason
                .Where(tests => tests.Key is not null)
                .Select(tests => new SkippedTestCase(DiagnosticMessageSink, tests.First(), $"{tests.Count()} tests were not run. {tests.Key}"));
            base.RunTestCases([.. byReason[null], .. skipped], executionMessageSink, executionOptions);
        }
    }

    /// <summary>Replaces a test case. It has the same id, so that its result belongs to the same test.</summary>
#pragma warning disable xUnit3001 // The test case is created when a run begins and is never serialized.
    private sealed class SkippedTestCase(IMessageSink diagnostics, IXunitTestCase testCase, string reason)
        : XunitTestCase(diagnostics, TestMethodDisplay.ClassAndMethod, TestMethodDisplayOptions.None, testCase.TestMethod, testCase.TestMethodArguments)
    {
        protected override string GetSkipReason(IAttributeInfo factAttribute) => reason;
    }
#pragma warning restore xUnit3001
}
