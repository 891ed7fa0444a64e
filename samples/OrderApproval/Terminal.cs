namespace OrderApproval;

/// <summary>Where the program writes, and where a person answers; there is no input when nobody sits there.</summary>
internal sealed record Terminal(TextWriter Output, TextWriter Error, TextReader? Input);
