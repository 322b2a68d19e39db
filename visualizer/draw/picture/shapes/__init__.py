"""A picture as shapes with places and colours: nodes, edges, charts, legend."""
