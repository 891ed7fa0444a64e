namespace Workflow.Statements;

/// <summary>Writes a line of text.</summary>
public sealed class WriteLine : CodeActivity
{
    /// <summary>The writer; null, the default, or null in a run: the <see cref="System.IO.TextWriter"/> extension if there is one, otherwise the console.</summary>
    public InArgument<TextWriter>? TextWriter { get; set; }

    /// <summary>The text; null, the default, or null in a run: an empty line.</summary>
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
