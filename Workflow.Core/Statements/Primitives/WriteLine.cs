namespace Workflow.Statements;

/// <summary>Writes a line of text.</summary>
public sealed class WriteLine : CodeActivity
{
    /// <summary>
    /// The writer. If it is null, the default, or null in a run, the <see cref="System.IO.TextWriter"/> extension is used, or the console if there is none.
    /// </summary>
    public InArgument<TextWriter>? TextWriter { get; set; }

    /// <summary>The text. If it is null, the default, or null in a run, an empty line is written.</summary>
    public InArgument<string>? Text { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        RuntimeArgument text = new(nameof(Text), typeof(string), ArgumentDirection.In);
        metadata.Bind(Text, text);
        metadata.AddArgument(text);
        RuntimeArgument writer = new(nameof(TextWriter), typeof(TextWriter), ArgumentDirection.In);
        metadata.Bind(TextWriter, writer);
        metadata.AddArgument(writer);
    }

    /// <inheritdoc/>
    protected override void Execute(CodeActivityContext context)
    {
        TextWriter writer = TextWriter?.Get(context) ?? context.GetExtension<TextWriter>() ?? Console.Out;
        writer.WriteLine(Text?.Get(context));
    }
}
