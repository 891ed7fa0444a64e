using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The names of rows in charts and in the README, where there is less space.</summary>
internal static class ShortNames
{
    public static string Of(Row row) => row.Id switch
    {
        "invoke-empty" => "Empty workflow",
        "single-activity" => "Single activity",
        "while-1000" => "While, 1,000 iterations",
        "parallel-foreach" => "Parallel for-each over five",
        "sequence-5" => "Sequence of five activities",
        "nested-100" => "100 nested sequences",
        "complex-d1-s1" => "Complex, depth 1, sequence 1",
        "complex-d1-s100" => "Complex, depth 1, sequence 100",
        "complex-d3-s3" => "Complex, depth 3, sequence 3",
        "complex-d5-s5" => "Complex, depth 5, sequence 5",
        "complex-d7-s1" => "Complex, depth 7, sequence 1",
        "transaction-50" => "Transaction scope, loop of 50",
        "transaction-scope" => "Transaction scope, loop of 100",
        "compensation" => "Compensation",
        _ => row.Name,
    };
}
