namespace Workflow.Extensions.Hosting;

/// <summary>An activity whose bookmark expects values of one type.</summary>
internal interface IDeclaredBookmark
{
    /// <summary>The name of the bookmark; null if it is computed when the activity runs.</summary>
    string? Name { get; }

    /// <summary>The type of its values.</summary>
    Type ValueType { get; }
}
