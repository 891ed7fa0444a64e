using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>
/// Tests a table of kinds of values. Each value is equal after a load, or the save fails with the location and a remedy (rules 7.5.4 and 7.6.1).
/// </summary>
[Rule("7.5.4")]
[Rule("7.6.1")]
public sealed class ValueTableTests
{
    internal static readonly Dictionary<string, ValueCase> Cases = new ValueCase[][]
    {
        [.. NumberCases.All()], [.. TimeCases.All()], [.. TextCases.All()], [.. StructCases.All()], [.. ClassCases.All()], [.. RecordCases.All()],
        [.. AttributeCases.All()], [.. SequenceCases.All()], [.. DictionaryCases.All()], [.. DerivedCollectionCases.All()], [.. DeclaredTypeCases.All()],
        [.. ReferenceCases.All()], [.. ConverterCases.All()], [.. LiveCases.All()],
    }.SelectMany(cases => cases).ToDictionary(one => one.Name, StringComparer.Ordinal);

    public static TheoryData<string> Names => [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Value_IsRestoredOrRefused(string name) => Cases[name].Check();

    [Fact]
    public void Table_HasMinimumSize() => Assert.True(Cases.Count >= 250, $"The table has {Cases.Count} kinds.");
}
