namespace Workflow.Persistence.Conformance;

/// <summary>The tests of the contract of <see cref="InstanceStore"/>. Derive a public class from this one in a test project, and run it with xunit.</summary>
/// <remarks>
/// A class runs all tests, one after the other, or those of the topics in its <see cref="StoreTopicsAttribute"/>. Classes with different topics run in
/// parallel. Tests of capabilities that the store does not have are skipped, with the name of the capability. Later versions of this package may add
/// tests.
/// </remarks>
public abstract class StoreConformanceTests
{
    private readonly TestedStore _tested;

    /// <summary>Creates the object for one test.</summary>
    /// <param name="tested">Creates the store.</param>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    protected StoreConformanceTests(TestedStore tested)
    {
        ArgumentNullException.ThrowIfNull(tested);
        _tested = tested;
    }

    /// <summary>Runs one test. Called by xunit.</summary>
    /// <param name="test">The name of the test: its topic, and a method of its suite with the arguments.</param>
    /// <returns>A task that completes with the test.</returns>
    [StoreContract]
    public Task Store(string test) => StoreTests.Find(test).RunAsync(_tested);
}
